/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Tests of applications that elect: whether the application leads is for the test to say.
 */
@NullMarked
package io.leaderelection.test;

import org.jspecify.annotations.NullMarked;
