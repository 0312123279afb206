/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Auto-configuration of the Kubernetes store.
 */
@NullMarked
package io.leaderelection.store.kubernetes.autoconfigure;

import org.jspecify.annotations.NullMarked;
