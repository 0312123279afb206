/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Work that one instance does for all, once. Accompanies the candidates of an engine; the
 * engine does not know this package.
 */
@NullMarked
package io.leaderelection.once;

import org.jspecify.annotations.NullMarked;
