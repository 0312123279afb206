/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Scheduled methods that run once per tick: binds the rules of {@code work.tick} to
 * Spring's cron expressions, scheduled tasks and guards.
 */
@NullMarked
package io.leaderelection.schedule;

import org.jspecify.annotations.NullMarked;
