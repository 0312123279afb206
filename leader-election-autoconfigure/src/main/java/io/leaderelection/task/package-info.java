/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Runs methods, and starts beans and listener containers, while an election is led.
 */
@NullMarked
package io.leaderelection.task;

import org.jspecify.annotations.NullMarked;
