/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * A run: instances are started, faults injected, and the end awaited.
 */
@NullMarked
package io.leaderelection.chaos.run;

import org.jspecify.annotations.NullMarked;
