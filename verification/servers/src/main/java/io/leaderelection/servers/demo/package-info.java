/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What {@code ./demo} runs: instances of the sample application that elect a leader, and
 * checks of what they wrote.
 */
@NullMarked
package io.leaderelection.servers.demo;

import org.jspecify.annotations.NullMarked;
