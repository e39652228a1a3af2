// The icons that schemas of Strapi name (`info.icon`), as those of the editor. Loaded only for sites that name some.
import * as icons from '@primer/octicons-react';

/** By the name that Strapi gives the icon. */
export const schemaIcons: Readonly<Partial<Record<string, icons.Icon>>> = {
  ...{ apps: icons.AppsIcon, archive: icons.ArchiveIcon, attachment: icons.PaperclipIcon, bell: icons.BellIcon },
  ...{ book: icons.BookIcon, briefcase: icons.BriefcaseIcon, brush: icons.PaintbrushIcon },
  ...{ bulletList: icons.ListUnorderedIcon, calendar: icons.CalendarIcon, cast: icons.BroadcastIcon },
  ...{ chartBubble: icons.GraphIcon, chartCircle: icons.GraphIcon, chartPie: icons.GraphIcon, check: icons.CheckIcon },
  ...{ clock: icons.ClockIcon, cloud: icons.CloudIcon, code: icons.CodeIcon, cog: icons.GearIcon },
  ...{ connector: icons.PlugIcon, crown: icons.TrophyIcon, cube: icons.PackageIcon, dashboard: icons.ProjectIcon },
  ...{ database: icons.DatabaseIcon, discuss: icons.CommentDiscussionIcon, doctor: icons.BeakerIcon },
  ...{ earth: icons.GlobeIcon, envelop: icons.MailIcon, eye: icons.EyeIcon, feather: icons.PencilIcon },
  ...{ file: icons.FileIcon, filePdf: icons.FileIcon, filter: icons.FilterIcon, folder: icons.FileDirectoryIcon },
  ...{ gate: icons.OrganizationIcon, gift: icons.GiftIcon, globe: icons.GlobeIcon, grid: icons.AppsIcon },
  ...{ handHeart: icons.HeartIcon, hashtag: icons.HashIcon, heart: icons.HeartIcon, house: icons.HomeIcon },
  ...{ information: icons.InfoIcon, key: icons.KeyIcon, landscape: icons.ImageIcon, layer: icons.StackIcon },
  ...{ layout: icons.ProjectIcon, lightbulb: icons.LightBulbIcon, link: icons.LinkIcon, lock: icons.LockIcon },
  ...{ message: icons.CommentIcon, monitor: icons.DeviceDesktopIcon, moon: icons.MoonIcon },
  ...{ paint: icons.PaintbrushIcon, paintBrush: icons.PaintbrushIcon, paperPlane: icons.PaperAirplaneIcon },
  ...{ pencil: icons.PencilIcon, phone: icons.DeviceMobileIcon, picture: icons.ImageIcon, pin: icons.PinIcon },
  ...{ pinMap: icons.LocationIcon, plane: icons.PaperAirplaneIcon, play: icons.PlayIcon, priceTag: icons.TagIcon },
  ...{ puzzle: icons.PlugIcon, question: icons.QuestionIcon, quote: icons.QuoteIcon, refresh: icons.SyncIcon },
  ...{ rocket: icons.RocketIcon, search: icons.SearchIcon, server: icons.ServerIcon, shield: icons.ShieldIcon },
  ...{ shoppingCart: icons.CreditCardIcon, slideshow: icons.FileMediaIcon, stack: icons.StackIcon },
  ...{ star: icons.StarIcon, store: icons.OrganizationIcon, sun: icons.SunIcon },
  ...{ television: icons.DeviceCameraVideoIcon, thumbUp: icons.ThumbsupIcon, user: icons.PersonIcon },
  ...{ volumeUp: icons.UnmuteIcon, write: icons.PencilIcon },
};
