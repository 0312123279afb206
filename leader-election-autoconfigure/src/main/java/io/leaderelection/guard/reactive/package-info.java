/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Guards methods that return reactive types. Loaded only if Reactor is present.
 */
@NullMarked
package io.leaderelection.guard.reactive;

import org.jspecify.annotations.NullMarked;
