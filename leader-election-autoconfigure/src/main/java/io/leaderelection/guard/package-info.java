/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Guards methods annotated with {@code @OnLeader} so that they run on the leader only.
 */
@NullMarked
package io.leaderelection.guard;

import org.jspecify.annotations.NullMarked;
