# The sources of the engine: everything of core/ but its faces (bindings, wasm) and its tests.

set(engine_parts rules game search search/eval endgame player report training pdn)

# Set `sources` and `isa_sources`: the files of a folder in core/, and those of its isa/ folder.
function(find_sources part)
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/core/${part}/*.cpp")
  file(GLOB isa_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/core/${part}/isa/*.cpp")
  return(PROPAGATE sources isa_sources)
endfunction()
