/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * A store over Kubernetes: one Lease object for each election, written under guard of its
 * resource version.
 */
@NullMarked
package io.leaderelection.store.kubernetes;

import org.jspecify.annotations.NullMarked;
