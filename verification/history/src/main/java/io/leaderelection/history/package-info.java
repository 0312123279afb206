/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What happened in a run: the files that processes and the fault injector write and their
 * readers, the invariants, and the checks that several programs share.
 */
@NullMarked
package io.leaderelection.history;

import org.jspecify.annotations.NullMarked;
