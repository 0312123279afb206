/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What processes and the injector of faults write down while a run lasts, and how it is
 * read.
 */
@NullMarked
package io.leaderelection.chaos.history;

import org.jspecify.annotations.NullMarked;
