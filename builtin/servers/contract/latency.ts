/** The page of the frame that measures how far locations are from a visitor. */
export const latencyPath = '/api/servers/latency'
