/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * What a store must do to carry elections. The contract suite of the testkit checks an
 * implementation.
 */
@NullMarked
package io.leaderelection.store;

import org.jspecify.annotations.NullMarked;
