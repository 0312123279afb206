/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Auto-configuration of the MongoDB store.
 */
@NullMarked
package io.leaderelection.store.mongodb.autoconfigure;

import org.jspecify.annotations.NullMarked;
