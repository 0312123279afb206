/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * The part of the harness that runs in an instance of the sample: it samples leadership,
 * writes the history, does guarded work, and burdens the process on command.
 */
@NullMarked
package io.leaderelection.chaos.probe;

import org.jspecify.annotations.NullMarked;
