/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

// Loaded by node before a server: its clock runs at a tenth of the pace, so that a busy machine
// ends no lease by accident, and is stepped forward by the milliseconds in a file.
'use strict';

const fs = require('fs');
const http = require('http');

const RealDate = Date;
const file = process.env.STEPPED_CLOCK_FILE;
const began = RealDate.now();
let offset = 0;

function now() {
  return Math.floor(began + (RealDate.now() - began) / 10) + offset;
}

setInterval(() => {
  offset = Number(fs.readFileSync(file, 'utf8')) || 0;
}, 5).unref();

global.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length ? args : [now()], newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});

// Node itself dates what the server does not
const writeHead = http.ServerResponse.prototype.writeHead;
http.ServerResponse.prototype.writeHead = function (...args) {
  if (!this.hasHeader('date')) {
    this.setHeader('Date', new RealDate(now()).toUTCString());
  }
  return writeHead.apply(this, args);
};
