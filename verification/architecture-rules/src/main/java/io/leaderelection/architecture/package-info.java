/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Architecture rules that every module's tests apply to its own classes.
 */
@NullMarked
package io.leaderelection.architecture;

import org.jspecify.annotations.NullMarked;
