/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Which elections an instance would like to lead, and to whom it hands over: bids by
 * priority and for an even spread. Pure: no thread, no clock, no input or output.
 */
@NullMarked
package io.leaderelection.protocol.bid;

import org.jspecify.annotations.NullMarked;
