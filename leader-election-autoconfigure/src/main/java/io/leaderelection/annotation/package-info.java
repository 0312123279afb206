/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The annotations that an application uses.
 */
@NullMarked
package io.leaderelection.annotation;

import org.jspecify.annotations.NullMarked;
