/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Lease store for the processes of one machine, which needs no server: one lock file and
 * one record file for each election, in a directory on a local disk.
 */
@NullMarked
package io.leaderelection.store.local;

import org.jspecify.annotations.NullMarked;
