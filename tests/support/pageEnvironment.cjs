/**
 * The jsdom environment with browser APIs that jsdom lacks: the classes of fetch, text codecs, structured clones, streams. They come from
 * Node; APIs that jsdom has are kept.
 */
const { TestEnvironment } = require('jest-environment-jsdom');

const MISSING = [
  'AbortSignal',
  'Headers',
  'ReadableStream',
  'Request',
  'Response',
  'TextDecoder',
  'TextDecoderStream',
  'TextEncoder',
  'TransformStream',
  'WritableStream',
  'fetch',
  'structuredClone',
];

const REPLACED = ['Blob', 'File', 'FormData'];

module.exports = class PageEnvironment extends TestEnvironment {
  constructor(...given) {
    super(...given);
    for (const name of MISSING) this.global[name] ??= globalThis[name];
    // jsdom's files cannot be read, and its forms take no others.
    for (const name of REPLACED) this.global[name] = globalThis[name];
  }
};
