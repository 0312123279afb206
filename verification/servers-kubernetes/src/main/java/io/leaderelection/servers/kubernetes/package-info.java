/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * A Kubernetes API server on a free loopback port, for tests and benchmarks.
 */
@NullMarked
package io.leaderelection.servers.kubernetes;

import org.jspecify.annotations.NullMarked;
