import { defineBuiltin, type PermissionEntry } from '@spawnpoint/sdk/common'

const component = (constant: string, value: string, description: string): PermissionEntry => ({
  constant: `ADMIN_DASHBOARD_COMPONENTS_${constant}`,
  value: `admin.dashboard.components.${value}`,
  category: 'Admin Dashboard Components',
  description,
})

export default defineBuiltin({
  id: 'admin-home',
  title: '%title%',
  description: '%description%',
  icon: 'LayoutDashboard',
  permissions: {
    defines: [
      {
        constant: 'ADMIN_DASHBOARD_VIEW',
        value: 'admin.dashboard.view',
        category: 'Admin Dashboard View',
        description: 'Open the admin home',
      },
      {
        constant: 'ADMIN_HEALTH_VIEW',
        value: 'admin.health.view',
        category: 'Admin Health',
        description: 'Open the system page',
      },
      component('SYSTEM_OVERVIEW', 'system.overview', 'See the system overview card'),
      component('SYSTEM_UPDATES', 'system.updates', 'See the updates card'),
      component('SYSTEM_LOGS', 'system.logs', 'See the logs card'),
      component('ANALYTICS_VIEW', 'ataglanceanalytics.view', 'See the analytics card'),
      component('SUPPORT_VIEW', 'support.view', 'See the support card'),
      component('GITHUB_VIEW', 'githubrepo.view', 'See the repository card'),
      component('QUICK_ACTIONS', 'quickactions.view', 'See the quick actions card'),
      component('ACTIVITY_VIEW', 'activity.view', 'See the activity feed'),
    ],
  },
  contributes: {
    adminPages: [
      {
        id: 'admin-home',
        path: '/mc-admin',
        rule: 'SCR41',
        area: 'admin',
        permission: 'admin.dashboard.view',
        module: 'page',
        title: '%title%',
        wellKnown: 'admin',
      },
      {
        id: 'health',
        path: '/mc-admin/health',
        rule: 'SCR42',
        area: 'admin',
        permission: 'admin.health.view',
        module: 'system',
        title: '%system.title%',
      },
    ],
    nav: [
      {
        area: 'admin',
        route: 'admin-home',
        label: '%nav%',
        icon: 'LayoutDashboard',
        group: 'main',
        order: 0,
      },
      {
        area: 'admin',
        route: 'health',
        label: '%system.title%',
        icon: 'HeartPulse',
        group: 'main',
        order: 1,
      },
    ],
    slots: [
      {
        slot: 'admin.home.attention',
        module: 'health-attention',
        order: 100,
        permission: 'admin.dashboard.components.system.overview',
      },
    ],
    commands: [
      { id: 'open-admin', title: '%title%', route: 'admin-home' },
      { id: 'open-health', title: '%system.title%', route: 'health' },
    ],
    widgets: [
      {
        id: 'activity',
        module: 'activity',
        title: '%activity.title%',
        size: 'medium',
        area: 'admin',
        order: 800,
        permission: 'admin.dashboard.components.activity.view',
      },
      {
        id: 'quick-actions',
        module: 'quick-actions',
        title: '%actions.title%',
        size: 'small',
        area: 'admin',
        order: 810,
        permission: 'admin.dashboard.components.quickactions.view',
      },
      {
        id: 'support',
        module: 'support',
        title: '%support.title%',
        size: 'small',
        area: 'admin',
        order: 820,
        permission: 'admin.dashboard.components.support.view',
      },
    ],
  },
  modules: {
    page: 'browser/admin-home-page.tsx',
    system: 'browser/system-page.tsx',
    'health-attention': 'browser/health-attention.tsx',
    activity: 'browser/recent-activity.tsx',
    'quick-actions': 'browser/quick-actions.tsx',
    support: 'browser/support-links.tsx',
  },
  migrations: 'server/migrations',
  server: 'server/index.ts',
})
