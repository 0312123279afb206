/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.redis;

/**
 * A script and what is handed to it.
 *
 * @param script the script
 * @param keys the records, all in one slot, at least one
 * @param arguments the arguments
 * @param replicated whether replicas must confirm what it writes, if that is wanted
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ScriptCall(LeaseScript script, byte[][] keys, byte[][] arguments, boolean replicated) {

}
