/** Icons used by customers' menus; all others are fetched when a menu names them. */
export {
  Coins,
  Gift,
  Home,
  LayoutDashboard,
  LogOut,
  Puzzle,
  Server,
  ShoppingCart,
  Ticket,
  User,
} from './icons.ts'
