/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Measures how long an election has no leader, and whether it ever has two, when leaders
 * leave in different ways: this library on its stores, and others on the same servers.
 * Candidates are separate processes; each records a history by asking itself every half
 * millisecond whether it leads.
 */
@NullMarked
package io.leaderelection.benchmarks.succession;

import org.jspecify.annotations.NullMarked;
