/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The protocol of a candidate: a pure state machine from inputs and two clock readings to
 * effects. It uses no threads, clocks, store or log, so that a simulator can run all of
 * it.
 */
@NullMarked
package io.leaderelection.protocol;

import org.jspecify.annotations.NullMarked;
