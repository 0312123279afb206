/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Leadership for Micrometer: as meters, and across threads.
 */
@NullMarked
package io.leaderelection.micrometer;

import org.jspecify.annotations.NullMarked;
