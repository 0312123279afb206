/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Parts that several stores share. Depends only on the store interface and time.
 */
@NullMarked
package io.leaderelection.store.support;

import org.jspecify.annotations.NullMarked;
