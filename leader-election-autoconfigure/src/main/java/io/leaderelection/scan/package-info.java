/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Finds annotations of leader election on the beans of a context.
 */
@NullMarked
package io.leaderelection.scan;

import org.jspecify.annotations.NullMarked;
