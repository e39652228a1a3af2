# `lectern start` as a container (docs/operations.md): what it needs to run, and nothing that builds it.
# Alpine: with Debian's smallest Node the image has more than 250 MB.
FROM node:24-alpine AS build
WORKDIR /app
# Before the source: a change of that installs nothing anew.
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN mkdir -p extensions migrations && npm run build && node bin/lectern.js build && npm prune --omit=dev --no-audit --no-fund
# The bundler, AWS clients (those of dist/vendored are used; npm keeps some as optional peers), and what only debuggers and editors read.
RUN rm -rf node_modules/esbuild node_modules/@esbuild node_modules/@aws-sdk node_modules/@smithy
RUN find node_modules -type f '(' -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' ')' -delete
RUN mkdir -p .data/uploads

FROM node:24-alpine
ENV NODE_ENV=production
ENV HOST=0.0.0.0
ENV PORT=3000
WORKDIR /app
COPY --from=build /app/package.json /app/CHANGELOG.md /app/lectern.json* ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/bin bin
COPY --from=build /app/dist dist
COPY --from=build /app/content-types content-types
# The server compares the sources of the extensions with those that .lectern was built from.
COPY --from=build /app/extensions extensions
COPY --from=build /app/.lectern .lectern
# The server refuses a database that has not all of these migrations.
COPY --from=build /app/migrations migrations
# All else is root's, and the process can only read it. Files that are not stored in a bucket need a volume here.
COPY --from=build --chown=node:node /app/.data .data
USER node
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/_health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "bin/start.js"]
