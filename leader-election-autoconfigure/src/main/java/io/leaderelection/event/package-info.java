/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Leadership as application events.
 */
@NullMarked
package io.leaderelection.event;

import org.jspecify.annotations.NullMarked;
