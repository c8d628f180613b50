/**
 * The jsdom environment with what every browser has and jsdom has not: fetch's classes, text codecs, structured clones, streams. Those of
 * Node are taken; what jsdom has of its own stays.
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
