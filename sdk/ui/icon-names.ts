/** Which icons the product has, known before they are fetched: nobody waits for one that does not exist. */
export const iconNames: ReadonlySet<string> = new Set(
  `Activity AlertTriangle Archive ArrowDown ArrowLeft ArrowUp Bell Bug Calendar Check ChevronDown ChevronLeft
ChevronRight ChevronUp ChevronsUpDown CircleAlert CircleCheck CircleX Clock Code Coins Copy Cpu CreditCard
Database Download Egg ExternalLink Eye EyeOff FileText Flag FolderTree Gauge Gift Globe HardDrive HeartPulse
History Home Image Inbox Info KeyRound Languages Layers LayoutDashboard Link ListOrdered Loader LoaderCircle
Lock LogIn LogOut Mail MapPin Megaphone MemoryStick Menu MessageSquare Minus Monitor Moon MoreHorizontal Network
Palette Paperclip Pause Pencil Play Plus Power Puzzle RefreshCw Search Send Server Settings Shield ShieldCheck
ShoppingCart Sun Tag Terminal Ticket Trash2 Trophy Upload User UserPlus Users Wallet WifiOff X Zap`.split(
    /\s+/,
  ),
)
