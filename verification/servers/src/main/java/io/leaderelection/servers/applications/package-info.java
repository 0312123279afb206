/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * Tests of whole applications that every store must pass, as contracts: each store's
 * module inherits them, with Spring's contexts and real servers.
 */
@NullMarked
package io.leaderelection.servers.applications;

import org.jspecify.annotations.NullMarked;
