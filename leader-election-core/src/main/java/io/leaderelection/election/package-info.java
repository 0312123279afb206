/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The protocol as a pure state machine, and the loop that runs it.
 */
@NullMarked
package io.leaderelection.election;

import org.jspecify.annotations.NullMarked;
