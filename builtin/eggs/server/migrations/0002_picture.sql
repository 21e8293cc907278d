-- The name of a bundled picture; none means the one that the name stands for.
alter table egg add column picture text check (
  picture in (
    'blocks', 'blocks-stone', 'paper', 'forge', 'fabric', 'proxy', 'longship', 'grove', 'dino',
    'egg', 'gears', 'hexes', 'sandbox', 'teams', 'moon', 'house', 'aim', 'rust', 'bot', 'voice',
    'app', 'server'
  )
);
