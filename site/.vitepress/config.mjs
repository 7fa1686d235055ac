import { cpSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { slug } from 'github-slugger'
import { withMermaid } from 'vitepress-plugin-mermaid'

// Addresses of pages and headings are those of the files, as a code host shows them.
const project = resolve(import.meta.dirname, '../..')

// The sidebar has the links of the section "Documentation" of the README, which is the first page.
const documentation = readFileSync(join(project, 'README.md'), 'utf8').split('\n## Documentation\n')[1]
const sidebar = documentation.split(/\n(?=\S.*:\n)/).map(part => ({
  text: part.trim().split(':')[0],
  items: [...part.matchAll(/\[([^\]]+)\]\((\S+)\.md\)/g)].map(([, text, page]) => ({ text, link: `/${page}` })),
}))

// Files that pages link to and that are no pages, such as scripts, are copied and downloaded.
const files = new Set()
const downloadFiles = md => md.core.ruler.push('download_files', ({ tokens, env }) => tokens
  .flatMap(token => token.children ?? [])
  .filter(token => token.type === 'link_open' && /^(?!\w+:|#|[^#]*\.md(#|$))/.test(token.attrGet('href')))
  .forEach(token => {
    files.add(resolve(dirname(env.path), token.attrGet('href')))
    token.attrSet('download', '')
  }))

// The Javadoc of a module is there if Maven has made it: CONTRIBUTING.md.
const javadoc = ['core', 'autoconfigure', 'test', 'web', 'jdbc']
  .map(module => ({ module, folder: join(project, module, 'target/reports/apidocs') }))
  .filter(({ folder }) => existsSync(folder))

// The pages are outside of the folder with node_modules.
const vue = {
  name: 'vue',
  enforce: 'pre',
  resolveId: (id, page, { ssr }) => (ssr && /^vue(\/|$)/.test(id) ? { id, external: true } : null),
}

export default withMermaid({
  title: 'delayqueue',
  description: 'Delayed tasks on Redis, for Spring Boot',
  srcDir: project,
  srcExclude: ['**/target/**', '**/src/**', '.github/**'],
  rewrites: { 'README.md': 'index.md' },
  ignoreDeadLinks: 'localhostLinks',
  markdown: { anchor: { slugify: text => slug(text) }, config: downloadFiles },
  themeConfig: {
    nav: javadoc.map(({ module }) => ({ text: `Javadoc: ${module}`, link: `/javadoc/${module}/index.html`, target: '_self' })),
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
  },
  vite: { plugins: [vue] },
  buildEnd: ({ outDir }) => {
    files.forEach(file => cpSync(file, join(outDir, relative(project, file))))
    javadoc.forEach(({ module, folder }) => cpSync(folder, join(outDir, 'javadoc', module), { recursive: true }))
  },
})
