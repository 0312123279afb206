/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Elections of a sole candidate, without a store.
 */
@NullMarked
package io.leaderelection.solo;

import org.jspecify.annotations.NullMarked;
