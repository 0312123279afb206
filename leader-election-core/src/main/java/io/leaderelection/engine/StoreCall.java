/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.engine;

import io.leaderelection.protocol.Effect;

/**
 * A command on its way to the store, and its sender.
 */
record StoreCall(Contender contender, Effect.Send<?> send) {
}
