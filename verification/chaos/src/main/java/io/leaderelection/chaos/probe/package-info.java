/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What is put into an instance of the sample: it samples leadership, writes the history,
 * works, and burdens the process when told to.
 */
@NullMarked
package io.leaderelection.chaos.probe;

import org.jspecify.annotations.NullMarked;
