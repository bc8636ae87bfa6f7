# The fake of the Workspace Agent API, as a local backend:
#   docker build -t workspace-agent-fake .
#   docker run --rm -p 127.0.0.1:4010:4010 workspace-agent-fake
# Arguments behind the image name take the place of CMD; any wac command works (`… workspace-agent-fake run --help`).

FROM node:24-alpine AS build
WORKDIR /src
COPY . .
# The tarball holds what users install: no sources, no tests.
RUN npm ci --ignore-scripts --no-audit --no-fund \
  && npm pack --pack-destination /tmp \
  && npm install --prefix /app --omit=dev --ignore-scripts --no-audit --no-fund /tmp/workspace-agent-conformance-*.tgz

FROM node:24-alpine
ENV NODE_ENV=production
COPY --from=build /app /app
WORKDIR /data
USER node
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:4010/health"]
ENTRYPOINT ["node", "/app/node_modules/workspace-agent-conformance/dist/bundle/suites/cli/main.js"]
# A published port is not the loopback: the control interface answers under the names that --control-host invites.
CMD ["fake", "--host", "0.0.0.0", "--port", "4010", "--control-host", "localhost"]
