/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Terms, and the work that runs inside them: guarded calls and tasks. Does not call the
 * store. The types here are for the engine and for integrations that guard work;
 * application code uses the root package.
 */
@NullMarked
package io.leaderelection.work;

import org.jspecify.annotations.NullMarked;
