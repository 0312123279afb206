/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * How long an election is without a leader, and whether it ever had two, when leaders
 * leave in different ways: this library on its stores, and others on the same servers.
 * Candidates are processes of their own; each keeps a history by asking itself every half
 * millisecond whether it leads.
 */
@NullMarked
package io.leaderelection.benchmarks.succession;

import org.jspecify.annotations.NullMarked;
