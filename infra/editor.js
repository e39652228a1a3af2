// @ts-check
// The editor at CloudFront: its page and assets are below `editor/` in the bucket of uploaded files.
import { loadProgram } from '../bin/build.js';
import { readEditorSettings, readWebSettings } from './configuration.js';
import { managedPolicies } from './edge.js';
import { nameInRegion, sub } from './stage.js';

/** @typedef {import('./stage.js').Stage} Stage */

export const loadEditor = async () =>
  /** @type {typeof import('../lib/server/editor/index.ts')} */ (await loadProgram('editor'));

/** Answers like lib/server/editor/answerEditor.ts: every path is the page, except for assets. */
const routingCode = `
function handler(event) {
  var request = event.request;
  if (request.uri === '/editor')
    return {
      statusCode: 308,
      statusDescription: 'Permanent Redirect',
      headers: { location: { value: '/editor/' } },
    };
  if (request.uri.indexOf('/editor/assets/') !== 0) request.uri = '/editor/index.html';
  return request;
}
`;

/**
 * Headers as CloudFront takes them: most of those that protect have properties of their own.
 *
 * @param {Readonly<Record<string, string>>} headers
 */
const headersConfig = (headers) => {
  const transport = headers['strict-transport-security'] ?? '';
  return {
    SecurityHeadersConfig: {
      ContentSecurityPolicy: { ContentSecurityPolicy: sub(headers['content-security-policy'] ?? ''), Override: true },
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: headers['referrer-policy'], Override: true },
      StrictTransportSecurity: {
        AccessControlMaxAgeSec: Number(/max-age=(\d+)/.exec(transport)?.[1]),
        IncludeSubdomains: transport.includes('includeSubDomains'),
        Override: true,
      },
    },
    CustomHeadersConfig: {
      Items: Object.entries(headers)
        .filter(([name]) => name.startsWith('cross-origin-'))
        .map(([Header, Value]) => ({ Header, Value, Override: true })),
    },
  };
};

/** @param {string} PathPattern */
const behavior = (PathPattern) => ({
  PathPattern,
  TargetOriginId: 'media',
  ViewerProtocolPolicy: 'redirect-to-https',
  AllowedMethods: ['GET', 'HEAD'],
  CachedMethods: ['GET', 'HEAD'],
  Compress: true,
  CachePolicyId: managedPolicies.cachingOptimized,
  ResponseHeadersPolicyId: { Ref: 'EditorHeaders' },
  FunctionAssociations: [
    { EventType: 'viewer-request', FunctionARN: { 'Fn::GetAtt': ['EditorRouting', 'FunctionARN'] } },
  ],
});

/**
 * @param {Stage} stage
 * @returns {Promise<{ readonly behaviors: readonly object[], readonly resources: Readonly<Record<string, object>> }>}
 *   both empty if the configuration turns the editor off, or a web function serves it
 */
export const editorAtEdge = async ({ prefix, bucket }) => {
  const { enabled, previewUrl } = readEditorSettings();
  if (!enabled || readWebSettings() !== undefined) return { behaviors: [], resources: {} };
  const { contentSecurityPolicy, editorHeaders, previewSources } = await loadEditor();
  const policy = contentSecurityPolicy({
    // The distribution serves the files.
    media: [],
    buckets: [`https://${bucket}.s3.\${AWS::Region}.\${AWS::URLSuffix}`],
    previews: previewSources(previewUrl),
  });
  const Name = nameInRegion(`${prefix}-editor`);
  return {
    behaviors: [behavior('/editor'), behavior('/editor/*')],
    resources: {
      EditorHeaders: {
        Type: 'AWS::CloudFront::ResponseHeadersPolicy',
        Properties: { ResponseHeadersPolicyConfig: { Name, ...headersConfig(editorHeaders(policy)) } },
      },
      EditorRouting: {
        Type: 'AWS::CloudFront::Function',
        Properties: {
          Name,
          AutoPublish: true,
          FunctionConfig: { Comment: 'Routes of the editor', Runtime: 'cloudfront-js-2.0' },
          FunctionCode: routingCode,
        },
      },
    },
  };
};
