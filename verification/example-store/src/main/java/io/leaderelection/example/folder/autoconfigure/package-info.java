/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Auto-configuration of the example of a store.
 */
@NullMarked
package io.leaderelection.example.folder.autoconfigure;

import org.jspecify.annotations.NullMarked;
